/** One die, two dice, doubles: what each rule changes; and a reading that makes holding pointless. */
import { amounts, lines } from "./charts.js";
import { throwOf } from "./numbers.js";
import { choice } from "../parts.js";
import { title } from "../telling.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

const GAMES = ["pig", "two-dice-pig-plain", "two-dice-pig", "big-pig-free", "two-dice-pig-void"];
const LETTER = "two-dice-pig-void";
/** A short game shows the same. */
const SHORT = `${LETTER},target=30`;

export const id = "kinds";
export const begin = { game: "pig", total: 10 };
export const solved = [{ what: "lines", rules: SHORT }];
export const right = 1;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [11, 15], minutes: 40 };

/** @param {Desk} desk */
export function parts(desk) {
  const two = throwOf(rules("two-dice-pig"));
  const pig = throwOf(rules("pig"));
  return {
    pairs: two.total, lone: two.bust, both: two.lose, any: two.bust + two.lose, pigs: pig.bust, sides: pig.total, others: pig.total - 1,
    face: rules("pig").bust_face,
    one: desk.percent(pig.bust / pig.total), two: desk.percent((two.bust + two.lose) / two.total),
    target: rules(SHORT).target,
    mean: desk.number(two.mean, 2), twice: desk.number(throwOf(rules("big-pig-free")).mean, 2),
    rare: throwOf(rules(LETTER)).lose,
    letter: title(rules(LETTER), desk.words),
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const { game, total: at } = desk.value;
  /** @type {{ roll: number[], hold: number[] }[]} */
  const [{ roll, hold }] = desk.solved;
  const one = throwOf(rules(game));
  const parts = [["safe", one.safe], ["bust", one.bust], ["lose", one.lose]];
  const told = desk.say("told", { count: one.total, ...one, mean: desk.number(one.mean, 2) });
  const which = { total: at, roll: desk.percent(roll[at - 1]), hold: desk.percent(hold[at - 1]) };
  return html`
    ${choice({
      name: "game",
      label: desk.say("game"),
      choices: GAMES.map((each) => [each, title(rules(each), desk.words)]),
      value: game,
      choose: (each) => desk.set({ game: each }),
    })}
    ${amounts(
      parts.map(([name, value]) => ({
        name: desk.say(`part.${name}`),
        value: Number(value) / one.total,
        told: `${value}/${one.total}`,
        risk: name !== "safe",
      })),
      1,
    )}
    <p class="told" role="status">${told}</p>
    ${desk.table(
      [desk.say("game"), ...parts.map(([name]) => desk.say(`part.${name}`)), desk.say("mean")],
      GAMES.map((each) => {
        const { total, safe, bust, lose, mean } = throwOf(rules(each));
        return [title(rules(each), desk.words), `${safe}/${total}`, `${bust}/${total}`, `${lose}/${total}`, desk.number(mean, 2)];
      }),
    )}
    <h2>${desk.say("letter.title")}</h2>
    <p>${desk.say("letter")}</p>
    ${lines({
      label: desk.say("letter.told", which),
      lines: [
        { name: desk.say("roll"), values: roll },
        { name: desk.say("hold"), values: hold },
      ],
      at: at - 1,
      top: 1,
      under: (place) => desk.number(place + 1),
      beside: (value) => desk.percent(value, 0),
      choose: (place) => desk.set({ total: place + 1 }),
    })}
    ${desk.slider({ name: "total", label: desk.say("total"), low: 1, high: roll.length })}
    <p class="told" role="status">${desk.say("letter.told", which)}</p>
    ${desk.table([desk.say("total"), desk.say("roll"), desk.say("hold")], roll.map((each, place) => [place + 1, desk.percent(each), desk.percent(hold[place])]))}
  `;
}
