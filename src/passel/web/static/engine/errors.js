/**
 * What can be wrong; the twin of passel/errors.py. An error carries a code and its parts, and no
 * prose: the sentence for people is made from both, in the reader's language, by the page.
 *
 * @import { Parts, Place, State } from "../../types"
 */

export class PasselError extends Error {
  /**
   * @param {string} code Which fault, the same for ever: `must-roll`.
   * @param {Parts} [parts]
   */
  constructor(code, parts = {}) {
    super(code);
    this.code = code;
    this.parts = parts;
  }
}

export class RulesError extends PasselError {}

export class StartError extends PasselError {}

export class FairError extends PasselError {}

export class IllegalEvent extends PasselError {
  /** @param {string} code @param {State} state @param {Parts} [parts] */
  constructor(code, state, parts) {
    super(code, parts);
    this.state = state;
  }
}

export class NotationError extends PasselError {
  /** @param {string} code @param {Place} place @param {Parts} [parts] */
  constructor(code, { line, column, token, expected, kept = null }, parts) {
    super(code, parts);
    this.line = line;
    this.column = column;
    this.token = token;
    this.expected = expected;
    this.kept = kept;
  }
}

/**
 * @template T
 * @param {() => T} make
 * @param {(error: PasselError) => never} otherwise
 */
export function caught(make, otherwise) {
  try {
    return make();
  } catch (error) {
    if (error instanceof PasselError) return otherwise(error);
    throw error;
  }
}
