/** Hog: how many dice to throw at once. */
import { bars } from "./charts.js";
import { throwOf } from "./numbers.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** A position near the end: what each still needs. */
const END = { need: 30, left: 2 };

export const id = "hog";
export const begin = { dice: 2 };
export const right = 3;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [11, 15], minutes: 30 };

/** What each number of dice brings: the mean, and how often anything at all. */
function table() {
  const hog = rules("hog");
  return Array.from({ length: hog.max_dice ?? 0 }, (_, place) => {
    const { mean, safe, total } = throwOf(hog, place + 1);
    return { mean, safe: safe / total };
  });
}

/** @param {Desk} desk */
export function parts(desk) {
  const all = table();
  const die = throwOf(rules("hog"), 1);
  const top = Math.max(...all.map(({ mean }) => mean));
  const best = all.flatMap(({ mean }, place) => (mean > top - 1e-9 ? [place + 1] : []));
  const few = best[0];
  const [fewer, more] = [all[best[0] - 1], all[best[1] - 1]];
  return {
    few, many: best[1], face: rules("hog").bust_face,
    mean: desk.number(top, 2),
    fewer: desk.percent(fewer.safe), more: desk.percent(more.safe),
    most: all.length, last: desk.number(all[all.length - 1].mean, 2), rare: desk.percent(all[all.length - 1].safe),
    one: desk.number(all[0].mean, 2),
    ...END,
    safe: die.safe, total: die.total, good: desk.number((die.mean * die.total) / die.safe),
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const all = table();
  const { dice } = desk.value;
  const here = all[dice - 1];
  const told = desk.say("told", { count: dice, safe: desk.percent(here.safe), points: desk.number(here.mean, 2) });
  return html`
    ${bars({
      label: told,
      values: all.map(({ mean }) => mean),
      at: dice - 1,
      top: 10,
      under: (place) => ((place + 1) % 5 && place ? "" : desk.number(place + 1)),
      beside: (value) => desk.number(value),
      choose: (place) => desk.set({ dice: place + 1 }),
    })}
    ${desk.slider({ name: "dice", label: desk.say("dice"), low: 1, high: all.length })}
    <p class="told" role="status">${told}</p>
    ${desk.table([desk.say("dice"), desk.say("safe"), desk.say("points")], all.map(({ mean, safe }, place) => [place + 1, desk.percent(safe), desk.number(mean, 2)]))}
  `;
}
