/** What it is worth to play first, and why a round is finished. */
import { bars } from "./charts.js";
import { choice } from "../parts.js";
import { title } from "../telling.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Short games that end at once, each beside itself with the round finished. */
const PAIRS = [
  ["pig,target=20", "pig,target=20,end=full-round"],
  ["two-dice-pig-plain,target=20", "two-dice-pig-plain,target=20,end=full-round"],
  ["big-pig,target=20,end=at-once", "big-pig,target=20"],
];

export const id = "first";
export const begin = { pair: "0" };
export const solved = PAIRS.flat().map((rules) => ({ what: "first", rules }));
export const right = 1;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [12, 16], minutes: 30 };

/** The first player's chance in the games of each pair. @param {Desk} desk @returns {[number, number][]} */
const chances = ({ solved: answers }) => PAIRS.map((_, place) => [answers[2 * place], answers[2 * place + 1]]);

/** @param {Desk} desk */
export function parts(desk) {
  const all = chances(desk);
  const [once, round] = all[0];
  const [, big] = all[all.length - 1];
  return {
    target: rules(PAIRS[0][0]).target,
    once: desk.percent(once), round: desk.percent(round),
    half: desk.percent(1 / 2, 0),
    big: desk.percent(big), second: desk.percent(1 - big),
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const all = chances(desk);
  const game = (/** @type {number} */ place) => title(rules(PAIRS[place][0].split(",")[0]), desk.words);
  const [now, then] = all[Number(desk.value.pair)];
  const names = ["1", "2", "1", "2"];
  const told = desk.say("told", { now: desk.percent(now), then: desk.percent(then) });
  return html`
    ${choice({
      name: "pair",
      label: desk.say("game"),
      choices: PAIRS.map((_, place) => [String(place), game(place)]),
      value: desk.value.pair,
      choose: (pair) => desk.set({ pair }),
    })}
    <div class="beside"><b>${desk.say("at-once")}</b><b>${desk.say("full-round")}</b></div>
    ${bars({
      label: told,
      values: [now, 1 - now, then, 1 - then],
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
      all.map(([once, round], place) => [game(place), desk.percent(once), desk.percent(round)]),
    )}
  `;
}
