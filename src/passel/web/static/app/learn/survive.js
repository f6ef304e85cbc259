/** How the chance that a turn goes on falls with each throw. */
import { bars } from "./charts.js";
import { throwOf } from "./numbers.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

const MOST = 20;
/** Pupils of a class. */
const CLASS = 30;
/** How often they all throw. */
const SOME = 4;

export const id = "survive";
export const begin = { throws: 4 };
export const right = 2;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [10, 14], minutes: 25 };

const alive = () => {
  const { total, safe } = throwOf(rules("pig"));
  return Array.from({ length: MOST }, (_, place) => (safe / total) ** (place + 1));
};

/** @param {Desk} desk */
export function parts(desk) {
  const { total, safe, bust } = throwOf(rules("pig"));
  const all = alive();
  return {
    total, safe, bust,
    face: rules("pig").bust_face,
    chance: desk.percent(bust / total),
    one: desk.percent(all[0]), two: desk.percent(all[1]),
    half: all.findIndex((each) => each < 0.5) + 1,
    ten: 10, tenth: desk.percent(all[9]),
    mean: desk.number(total / bust),
    pupils: CLASS, some: SOME,
    left: desk.number(CLASS * all[SOME - 1]),
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const all = alive();
  const count = desk.value.throws;
  const here = all[count - 1];
  const told = desk.say("told", { count, share: desk.percent(here), hundred: desk.number(100 * here) });
  return html`
    ${bars({
      label: told,
      values: all,
      at: count - 1,
      top: 1,
      under: (place) => ((place + 1) % 5 && place ? "" : desk.number(place + 1)),
      beside: (value) => desk.percent(value, 0),
      choose: (place) => desk.set({ throws: place + 1 }),
    })}
    ${desk.slider({ name: "throws", label: desk.say("throws"), low: 1, high: MOST })}
    <p class="told" role="status">${told}</p>
    ${desk.table([desk.say("throws"), desk.say("safe")], all.map((each, place) => [place + 1, desk.percent(each)]))}
  `;
}
