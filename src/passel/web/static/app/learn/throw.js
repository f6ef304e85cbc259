/** What a throw does: six pigs, then a fraction, then a part of a hundred; then dice. */
import { bars, hatching } from "./charts.js";
import { throwOf } from "./numbers.js";
import { Shaker } from "./shaker.js";
import { one } from "../dice.js";
import { choice } from "../parts.js";
import { KINDS } from "../../engine/dice.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** A pig on its feet, as the pigs of dice.js lie. */
const STANDING = "T";

/** The same chance in three ways. @type {Record<string, (rules: import("../../../types").Rules) => any>} */
const SHOWN = {
  pigs: ({ dice, bust_face: bad }) =>
    KINDS[dice].faces.map((face) => html`<span key=${face} class=${face === bad ? "runs" : ""}>${one("pig", STANDING, null, () => String(face))}</span>`),
  fraction: (pig) => {
    const { total, bust } = throwOf(pig);
    const width = 300 / total;
    return html`
      <svg viewBox="-2 0 304 60">
        ${hatching}
        ${Array.from({ length: total }, (_, place) => {
          const box = { x: place * width, y: 6, width, height: 48 };
          return html`<rect class="part" ...${box} />${place < bust && html`<rect class="hatched" ...${box} />`}`;
        })}
      </svg>
    `;
  },
  percent: (pig) => {
    const { total, bust } = throwOf(pig);
    const bad = Math.round((100 * bust) / total);
    return html`
      <svg viewBox="0 0 200 100">
        ${hatching}
        ${Array.from({ length: 100 }, (_, place) => {
          const at = { cx: 5 + 10 * (place % 20), cy: 10 + 20 * Math.floor(place / 20), r: 4.2 };
          return html`<circle class=${place < bad ? "bar chosen" : "bar"} ...${at} />`;
        })}
      </svg>
    `;
  },
};
const STAGES = Object.keys(SHOWN);
const MANY = [1, 60, 600];

export const id = "throw";
export const begin = { stage: "pigs", counts: [0, 0, 0, 0, 0, 0], seed: 1, last: 0 };
export const right = 2;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [8, 12], minutes: 20 };

/** @param {Desk} desk */
export function parts(desk) {
  const pig = rules("pig");
  const { total, safe, bust } = throwOf(pig);
  const chance = bust / total;
  const most = MANY[MANY.length - 1];
  // The difference of two columns is nearly normal, with this standard deviation; its mean size follows.
  const apart = Math.sqrt((2 * most) / total) * Math.sqrt(2 / Math.PI);
  const every = Array.from({ length: total }, (_, place) => (place + 1) / total).reduce((product, each) => product * each, 1);
  return {
    ...{ total, safe, bust, face: pig.bust_face, chance: desk.percent(chance), hundred: desk.number(100 * chance) },
    ...{ many: MANY[1], each: MANY[1] / total, most, apart: desk.number(apart), every: desk.percent(every) },
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const { counts, stage } = desk.value;
  const pig = rules("pig");
  const { faces } = KINDS[pig.dice];
  const all = counts.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0);
  const even = all / faces.length;
  const throwAll = (/** @type {number} */ many) => {
    const shaker = new Shaker(desk.value.seed);
    const next = [...counts];
    let last = 0;
    for (let number = 0; number < many; number++) next[(last = shaker.below(faces.length))]++;
    desk.set({ counts: next, seed: shaker.state, last: last + 1 });
  };
  const told = all ? desk.say("thrown", { count: all, fell: counts[faces.indexOf(pig.bust_face)], share: desk.percent(counts[faces.indexOf(pig.bust_face)] / all) }) : desk.say("unthrown");
  return html`
    <div class="herd" role="img" aria-label=${desk.say(`stage.${stage}`)}>${SHOWN[stage](pig)}</div>
    <p class="told">${desk.say(`stage.${stage}`)}</p>
    ${choice({
      name: "stage",
      label: desk.say("stage"),
      choices: STAGES.map((each) => [each, desk.say(`stage.${each}.name`)]),
      value: stage,
      choose: (each) => desk.set({ stage: each }),
    })}
    ${bars({
      label: told,
      values: counts,
      at: faces.indexOf(pig.bust_face),
      top: Math.max(6, ...counts, 2 * even),
      under: (place) => String(faces[place]),
      beside: (value) => desk.number(value),
      line: all ? even : null,
    })}
    <p class="told" role="status">${told}</p>
    <div class="adds">
      ${MANY.map((count) => html`<button key=${count} type="button" class="chip" onClick=${() => throwAll(count)}>${desk.say("roll", { count })}</button>`)}
    </div>
    ${desk.table([desk.say("face"), desk.say("fell"), desk.say("part")], faces.map((face, place) => [String(face), counts[place], all ? desk.percent(counts[place] / all) : "–"]))}
  `;
}
