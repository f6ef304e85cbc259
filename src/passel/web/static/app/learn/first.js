/** What it is worth to play first, and why a round is finished. */
import { bars } from "./charts.js";
import { choice } from "../parts.js";
import { title } from "../telling.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

export const id = "first";
export const begin = { pair: "0" };
export const right = 1;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [12, 16], minutes: 30 };

/** @param {Desk} desk */
export function parts(desk) {
  const { seats } = desk.solved;
  const [once, round] = seats[0];
  const [, big] = seats[seats.length - 1];
  return {
    target: rules(once.rules).target,
    once: desk.percent(once.first), round: desk.percent(round.first),
    half: desk.percent(1 / 2, 0),
    big: desk.percent(big.first), second: desk.percent(1 - big.first),
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const { seats } = desk.solved;
  const game = (/** @type {number} */ place) => title(rules(seats[place][0].rules.split(",")[0]), desk.words);
  const shown = seats[Number(desk.value.pair)];
  const chances = [shown[0].first, 1 - shown[0].first, shown[1].first, 1 - shown[1].first];
  const names = ["1", "2", "1", "2"];
  const told = desk.say("told", { now: desk.percent(chances[0]), then: desk.percent(chances[2]) });
  return html`
    ${choice({
      name: "pair",
      label: desk.say("game"),
      choices: seats.map((_, place) => [String(place), game(place)]),
      value: desk.value.pair,
      choose: (pair) => desk.set({ pair }),
    })}
    <div class="beside"><b>${desk.say("at-once")}</b><b>${desk.say("full-round")}</b></div>
    ${bars({
      label: told,
      values: chances,
      at: -1,
      top: 1,
      under: (place) => desk.say(names[place] === "1" ? "first" : "second"),
      beside: (value) => desk.percent(value, 0),
      risk: (place) => names[place] === "2",
      line: 0.5,
    })}
    <p class="told" role="status">${told}</p>
    ${desk.table(
      [desk.say("game"), desk.say("at-once"), desk.say("full-round")],
      seats.map(([once, round], place) => [game(place), desk.percent(once.first), desk.percent(round.first)]),
    )}
  `;
}
