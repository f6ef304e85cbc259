/** The mean of a throw, and where gain and risk meet. */
import { amounts, bars } from "./charts.js";
import { enough, stake, throwOf, turnOf } from "./numbers.js";
import { rules } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./desk.js").Desk} Desk */

const MOST = 40;

export const id = "mean";
export const begin = { hold: 10 };
export const right = 3;
/** @type {{ ages: [number, number], minutes: number }} */
export const teacher = { ages: [11, 15], minutes: 40 };

const means = () => {
  const one = throwOf(rules("pig"));
  return Array.from({ length: MOST }, (_, place) => turnOf(one, place + 1).mean);
};

/** @param {Desk} desk */
export function parts(desk) {
  const one = throwOf(rules("pig"));
  const meet = enough(one);
  const sum = one.gains.reduce((all, [points]) => all + points, 0);
  return {
    ...one,
    sum, meet, less: meet - 1, next: meet + 1,
    face: rules("pig").bust_face,
    good: desk.number((one.mean * one.total) / one.safe),
    gain: desk.number(one.mean, 2),
    best: desk.number(turnOf(one, meet).mean, 2),
    after: desk.number(turnOf(one, meet + 1).mean, 2),
    before: desk.number(turnOf(one, meet - 1).mean, 2),
  };
}

/** @param {Desk} desk */
export function picture(desk) {
  const { hold } = desk.value;
  const one = throwOf(rules("pig"));
  const { gain, loss } = stake(one, hold, 0);
  const all = means();
  const verdict = Math.abs(gain - loss) < 1e-9 ? "even" : gain > loss ? "more" : "less";
  const told = desk.say(verdict, { hold, win: desk.number(gain, 2), loss: desk.number(loss, 2) });
  const bank = desk.say("bank", { hold, mean: desk.number(all[hold - 1], 2) });
  return html`
    ${amounts(
      [
        { name: desk.say("gain.name"), value: gain, told: desk.number(gain, 2) },
        { name: desk.say("loss.name"), value: loss, told: desk.number(loss, 2), risk: true },
      ],
      MOST / one.total,
    )}
    ${desk.slider({ name: "hold", label: desk.say("hold"), low: 1, high: MOST })}
    <p class="told" role="status">${told} ${bank}</p>
    <h2>${desk.say("means")}</h2>
    ${bars({
      label: bank,
      values: all,
      at: hold - 1,
      top: 10,
      under: (place) => ((place + 1) % 10 && place ? "" : desk.number(place + 1)),
      beside: (value) => desk.number(value),
      choose: (place) => desk.set({ hold: place + 1 }),
    })}
    ${desk.table(
      [desk.say("hold"), desk.say("loss.name"), desk.say("means")],
      all.map((mean, place) => [place + 1, desk.number(stake(one, place + 1, 0).loss, 2), desk.number(mean, 2)]),
    )}
  `;
}
