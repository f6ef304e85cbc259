/** Why the best player does not always hold at the same total: the surface, to turn by hand. */
import { HEIGHT, WIDTH, drawing, hatching, pointed } from "./charts.js";
import { enough, throwOf } from "./numbers.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** How far the surface leans: the sine and the cosine of the view's height. */
const [RISE, LEAN] = [0.42, 0.91];
const SIDE = 188;
/** A pixel of a drag in degrees. */
const DRAG = 0.8;
/** The game whose optimum is turned by hand. */
const GAME = "pig";
/** The surface is drawn at every fifth score, and at the last before the target. */
const SCORES = [...Array.from({ length: 20 }, (_, place) => 5 * place), 99];
/** What the table shows: every so many of the scores. */
const EVERY = 4;

export const id = "best";
export const begin = { own: 0, other: 0, angle: 215 };
export const solved = [{ what: "holding", rules: GAME, scores: SCORES }];
export const right = 3;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [13, 18], minutes: 40 };

/** Where to hold. @type {(desk: Desk, own: number, other: number) => import("../facts.js").Holding} */
const holding = ({ solved: [surface] }, own, other) => surface[own][other];

/** @type {(desk: Desk, own: number, other: number) => number} */
const hold = (desk, own, other) => holding(desk, own, other).hold;

/** @param {Desk} desk */
export function parts(desk) {
  const place = (/** @type {number} */ score) => SCORES.indexOf(score);
  const target = rules(GAME).target ?? 0;
  const usual = enough(throwOf(rules(GAME)));
  const low = SCORES.flatMap((own, row) =>
    SCORES.flatMap((other, column) => (hold(desk, row, column) < Math.min(usual, target - own) ? [{ own, other }] : [])),
  );
  return {
    target, usual,
    low: low.length, leads: low.filter(({ own, other }) => own > other).length,
    start: hold(desk, 0, 0),
    ahead: 60, behind: 20,
    leading: hold(desk, place(60), place(20)),
    trailing: hold(desk, place(20), place(60)),
    near: 90,
  };
}

/** Where the pointer was last. @type {number | null} */
let held = null;

/** @param {Desk} desk */
export function picture(desk) {
  const { own, other } = desk.value;
  const target = rules(GAME).target ?? 0;
  const { hold: at, again } = holding(desk, own, other);
  const all = at >= target - SCORES[own];
  const told = desk.say(all ? "all" : again.length ? "told.again" : "told", {
    ...{ own: SCORES[own], other: SCORES[other], hold: at },
    ...{ from: again[0], to: again[again.length - 1] },
  });
  const some = SCORES.map((_, place) => place).filter((place) => place % EVERY === 0);
  const last = SCORES.length - 1;
  return html`
    ${surface(desk, told)}
    ${desk.slider({ name: "angle", label: desk.say("turn"), low: 0, high: 355, step: 5, told: `${desk.value.angle}°` })}
    ${desk.slider({ name: "own", label: desk.say("own"), low: 0, high: last, told: desk.number(SCORES[own]) })}
    ${desk.slider({ name: "other", label: desk.say("other"), low: 0, high: last, told: desk.number(SCORES[other]) })}
    <p class="told" role="status">${told}</p>
    <p class="key"><svg viewBox="0 0 30 20" aria-hidden="true">${hatching}<rect class="cell" width="30" height="20" /><rect class="hatched" width="30" height="20" /></svg> ${desk.say("key")}</p>
    ${desk.table(
      [desk.say("corner"), ...some.map((place) => desk.number(SCORES[place]))],
      some.map((mine) => [SCORES[mine], ...some.map((theirs) => hold(desk, mine, theirs))]),
    )}
  `;
}

/** @type {(desk: Desk, told: string) => any} */
function surface(desk, told) {
  const { own, other, angle } = desk.value;
  const target = rules(GAME).target ?? 0;
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  /** A point of the picture and how far away it is. @type {(mine: number, theirs: number, height: number) => [number, number, number]} */
  const seen = (mine, theirs, height) => {
    const [x, y] = [mine / target - 0.5, theirs / target - 0.5];
    const [across, away] = [x * cosine - y * sine, x * sine + y * cosine];
    return [WIDTH / 2 + SIDE * across, 122 + SIDE * RISE * away - 100 * LEAN * (height / target), away];
  };
  const corners = [];
  for (let mine = 0; mine + 1 < SCORES.length; mine++) {
    for (let theirs = 0; theirs + 1 < SCORES.length; theirs++) {
      const around = [[mine, theirs], [mine + 1, theirs], [mine + 1, theirs + 1], [mine, theirs + 1]];
      const points = around.map(([a, b]) => seen(SCORES[a], SCORES[b], hold(desk, a, b)));
      const all = hold(desk, mine, theirs) >= target - SCORES[mine];
      const shade = Math.min(0.75, hold(desk, mine, theirs) / 60);
      corners.push({ key: `${mine} ${theirs}`, all, points, shade, away: points.reduce((sum, [, , each]) => sum + each, 0) });
    }
  }
  corners.sort((a, b) => a.away - b.away);
  const text = (/** @type {[number, number, number]} */ [x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const foot = seen(SCORES[own], SCORES[other], 0);
  const top = seen(SCORES[own], SCORES[other], hold(desk, own, other));
  const turn = (/** @type {PointerEvent} */ event) => {
    const [x] = pointed(event);
    if (event.type === "pointerdown") held = x;
    if (held === null || !drawing(event)) return;
    const moved = Math.round(((x - held) * DRAG) / 5) * 5;
    if (!moved) return;
    held = x;
    desk.set({ angle: (angle - moved + 720) % 360 });
  };
  const ground = [seen(0, 0, 0), seen(target, 0, 0), seen(target, target, 0), seen(0, target, 0)];
  const ends = { own: seen(target * 0.5, -0.16 * target, 0), other: seen(-0.16 * target, target * 0.5, 0) };
  return html`
    <svg class="plot live solid" viewBox=${`0 0 ${WIDTH} ${HEIGHT + 30}`} role="img" aria-label=${told} onPointerDown=${turn} onPointerMove=${turn}>
      ${hatching}
      <polygon class="ground" points=${ground.map(text).join(" ")} />
      ${corners.map(({ key, all, points, shade }) => {
        const outline = points.map(text).join(" ");
        return html`<g key=${key}><polygon class="cell" points=${outline} />${all ? html`<polygon class="hatched" points=${outline} />` : html`<polygon class="shade" fill-opacity=${shade} points=${outline} />`}</g>`;
      })}
      <path class="level" d=${`M${text(foot)}L${text(top)}`} />
      <circle class="knob" cx=${top[0]} cy=${top[1]} r="6" />
      <text x=${ends.own[0]} y=${ends.own[1] + 5}>${desk.say("axis.own")}</text>
      <text x=${ends.other[0]} y=${ends.other[1] + 5}>${desk.say("axis.other")}</text>
    </svg>
  `;
}
