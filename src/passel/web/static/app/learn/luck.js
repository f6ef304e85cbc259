/** Simulation against exact: many turns with dice, and how sure they make one. */
import { HEIGHT, WIDTH } from "./charts.js";
import { enough, throwOf, turnOf, within } from "./numbers.js";
import { Shaker } from "./shaker.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

const MANY = [10, 100, 1000, 10_000];
const MOST = 1_000_000;
/** The last so many stand in picture and table. */
const SHOWN = 12;
/** A range is so many standard errors each way. */
const WIDE = 2;
/** So many times smaller the standard error shall be. */
const FEWER = 2;
/** Groups of a class that put their turns together. */
const GROUPS = 16;

export const id = "luck";
export const begin = { seed: 1, state: 1, turns: 0, lost: 0, past: [] };
export const right = 2;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [13, 18], minutes: 45 };

const exact = () => {
  const one = throwOf(rules("pig"));
  const hold = enough(one);
  return { hold, nothing: turnOf(one, hold).nothing };
};

/** @param {Desk} desk */
export function parts(desk) {
  const { hold, nothing } = exact();
  const groups = { groups: GROUPS, times: Math.sqrt(GROUPS) };
  const hundred = 100;
  const sure = Math.round(hundred * within(WIDE));
  return {
    ...{ hold, exact: desk.percent(nothing, 2), face: rules("pig").bust_face, more: FEWER ** 2, less: FEWER, rule: WIDE },
    ...{ hundred, sure, rest: hundred - sure, ...groups },
  };
}

/** The standard error of a share. @type {(share: number, turns: number) => number} */
export const standardError = (share, turns) => Math.sqrt((share * (1 - share)) / turns);

/** How many of so many turns bank nothing. @type {(shaker: Shaker, turns: number) => number} */
export function play(shaker, turns) {
  const pig = rules("pig");
  const sides = throwOf(pig).total;
  const { hold } = exact();
  let lost = 0;
  for (let turn = 0; turn < turns; turn++) {
    let total = 0;
    while (total < hold) {
      const face = shaker.below(sides) + 1;
      if (face === pig.bust_face) {
        lost++;
        break;
      }
      total += face;
    }
  }
  return lost;
}

/** @param {Desk} desk */
export function picture(desk) {
  const { seed, state, turns, lost, past } = desk.value;
  const add = (/** @type {number} */ many) => {
    const shaker = new Shaker(state);
    const now = { turns: turns + many, lost: lost + play(shaker, many) };
    desk.set({ ...now, state: shaker.state, past: [...past, now].slice(-SHOWN) });
  };
  const afresh = () => desk.set({ seed: seed + 1, state: seed + 1, turns: 0, lost: 0, past: [] });
  const error = turns ? standardError(lost / turns, turns) : 0;
  const told = turns
    ? desk.say("told", { count: turns, share: desk.percent(lost / turns, 2), error: desk.percent(error, 2) })
    : desk.say("none");
  return html`
    ${ranges(desk, told)}
    <p class="told" role="status">${told}</p>
    <div class="adds">
      ${MANY.map((count) => html`<button key=${count} type="button" class="chip" aria-disabled=${turns + count > MOST ? "true" : null} onClick=${() => turns + count <= MOST && add(count)}>${desk.say("play", { count })}</button>`)}
      <button type="button" class="chip" onClick=${afresh}>${desk.say("afresh")}</button>
    </div>
    <p><small>${desk.say("seed", { seed })}</small></p>
    ${desk.table(
      [desk.say("turns"), desk.say("share"), desk.say("error")],
      past.map((/** @type {{ turns: number, lost: number }} */ each) => [
        each.turns,
        desk.percent(each.lost / each.turns, 2),
        desk.percent(standardError(each.lost / each.turns, each.turns), 2),
      ]),
    )}
  `;
}

/** A range for each step, around what was seen; and the exact number across. @type {(desk: Desk, told: string) => any} */
function ranges(desk, told) {
  const { past } = desk.value;
  const { nothing } = exact();
  const [low, high] = [0.3, 0.9];
  const y = (/** @type {number} */ share) => 14 + ((HEIGHT - 28) * (high - Math.min(high, Math.max(low, share)))) / (high - low);
  const x = (/** @type {number} */ place) => 66 + ((WIDTH - 84) * place) / (SHOWN - 1);
  return html`
    <svg class="plot" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${told} ${desk.say("line")}`}>
      ${[low, (low + high) / 2, high].map(
        (share) => html`<path class="grid" d=${`M50 ${y(share)}H${WIDTH - 8}`} /><text class="left" x="44" y=${y(share) + 5}>${desk.percent(share, 0)}</text>`,
      )}
      <path class="level" d=${`M50 ${y(nothing)}H${WIDTH - 8}`} />
      ${past.map((/** @type {{ turns: number, lost: number }} */ { turns, lost }, /** @type {number} */ place) => {
        const share = lost / turns;
        const error = WIDE * standardError(share, turns);
        return html`<path class="range" d=${`M${x(place)} ${y(share - error)}V${y(share + error)}`} /><circle class="knob" cx=${x(place)} cy=${y(share)} r="5" />`;
      })}
    </svg>
  `;
}
