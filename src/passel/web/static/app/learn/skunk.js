/** Skunk: when to sit down. */
import { amounts } from "./charts.js";
import { enough, stake, throwOf } from "./numbers.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

const MOST = 40;
const SCORES = [0, 20, 40, 60, 80, 100];

export const id = "skunk";
export const begin = { total: 10, score: 0 };
export const right = 2;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [9, 14], minutes: 45 };

/** @param {Desk} desk */
export function parts(desk) {
  const one = throwOf(rules("skunk"));
  return {
    pairs: one.total, safe: one.safe, lone: one.bust, both: one.lose, face: rules("skunk").bust_face,
    mean: desk.number(one.mean, 2),
    chance: desk.percent((one.bust + one.lose) / one.total),
    sit: enough(one), rich: SCORES[SCORES.length - 1], early: enough(one, SCORES[SCORES.length - 1]),
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const { total, score } = desk.value;
  const one = throwOf(rules("skunk"));
  const { gain, loss } = stake(one, total, score);
  const told = desk.say(gain > loss ? "stand" : "sit", { gain: desk.number(gain, 2), loss: desk.number(loss, 2) });
  return html`
    ${amounts(
      [
        { name: desk.say("gain.name"), value: gain, told: desk.number(gain, 2) },
        { name: desk.say("loss.name"), value: loss, told: desk.number(loss, 2), risk: true },
      ],
      stake(one, MOST, SCORES[SCORES.length - 1]).loss,
    )}
    ${desk.slider({ name: "total", label: desk.say("total"), low: 1, high: MOST })}
    ${desk.slider({ name: "score", label: desk.say("score"), low: 0, high: SCORES[SCORES.length - 1], step: 5 })}
    <p class="told" role="status">${told}</p>
    ${desk.table([desk.say("score"), desk.say("from")], SCORES.map((each) => [each, enough(one, each)]))}
  `;
}
