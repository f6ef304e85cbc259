/** Win probabilities as words and bars: the best is filled, the others are hatched. */
import { called, points, same } from "./reasons.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./reasons.js").Choices} Choices
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("../../types").Action} Action
 */

/**
 * A bar for each action; where there are many, for the best and those that matter.
 *
 * @param {Words} words
 * @param {import("../../types").Rules} rules
 * @param {Choices} choices
 * @param {Action | null} [chosen] What was done, or is about to be.
 */
export function bars(words, rules, choices, chosen = null) {
  const { actions, wins, best, errors } = choices;
  const places = shown(choices, chosen);
  const some = places.map((place) => wins[place]);
  const told = errors ? places.map((place) => estimated(words, choices, place)) : points(some, words).map((each) => words.say("study.wins", { points: each }));
  return html`
    <ul class="odds">
      ${places.map((place, row) => {
        const mine = chosen && same(actions[place], chosen);
        return html`
          <li key=${place} class=${`${best[place] ? "best" : ""}${mine ? " mine" : ""}`}>
            <span>${called(actions[place], rules, words)}${mine && html` <small>${words.say("study.chosen")}</small>`}</span>
            <b>${told[row]}</b>
            <i aria-hidden="true"><u style=${{ width: `${100 * wins[place]}%` }}></u></i>
          </li>
        `;
      })}
    </ul>
  `;
}

/** How often an action wins by an estimate: that all games went alike is no certainty. @type {(words: Words, choices: Choices, place: number) => string} */
function estimated(words, { wins, certain }, place) {
  const win = wins[place];
  if (certain?.[place]) return words.say("study.wins", { points: points([win], words)[0] });
  if (win === 0 || win === 1) return words.say(win ? "study.won-always" : "study.won-never");
  return words.say("study.wins-about", { points: words.number(100 * win) });
}

/** The actions that get a bar: all of few; of many the best and the chosen one. @type {(choices: Choices, chosen: Action | null) => number[]} */
function shown({ actions, best }, chosen) {
  const all = actions.map((_, place) => place);
  if (all.length < 4) return all;
  return all.filter((place) => place === best.indexOf(true) || (chosen && same(actions[place], chosen)));
}
