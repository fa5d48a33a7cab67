/**
 * The field for the comment on the move that is shown. What is typed is in the game at once.
 *
 * @module
 */

import type { MoveNode } from "../state/move_tree.ts";
import type { Texts } from "../text/texts.ts";
import { element, iconButton, setText, show } from "./dom.ts";

/** What the field shows. */
export interface CommentContent {
  /** The place in the game that is commented. */
  readonly node: MoveNode;
  /** The move with its number, "" for the start of the game. */
  readonly move: string;
  /** The comment, "" for none. */
  readonly text: string;
}

/** What the field reports. */
export interface CommentEvents {
  /** The comment has another text, "" for none. */
  comment(text: string): void;
  /** The user has left the field. */
  commented(): void;
}

/** The field. */
export class CommentField {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly label = element("span", {});
  private readonly field = element("textarea", { rows: 2 });
  private readonly removeButton: HTMLButtonElement;
  private node: MoveNode | null = null;

  /** An empty field. */
  constructor(texts: Texts, events: CommentEvents) {
    this.texts = texts;
    this.field.addEventListener("input", () => events.comment(this.field.value));
    this.field.addEventListener("change", () => {
      // Once more, so that the field shows the text in the form that the game has.
      events.comment(this.field.value);
      events.commented();
    });
    this.removeButton = iconButton("close", texts.analysis.removeComment, () => {
      this.field.value = "";
      events.comment("");
      events.commented();
      // The button goes with the comment.
      this.field.focus();
    }, { class: "icon-button small" });
    this.root = element(
      "div",
      { class: "comment-field" },
      element("label", { class: "field" }, this.label, this.field),
      this.removeButton,
    );
  }

  /** Shows the comment of a place; `null` if it cannot be changed. */
  render(content: CommentContent | null): void {
    show(this.root, content !== null);
    if (content === null) return;
    const { node, move, text } = content;
    const { analysis } = this.texts;
    setText(this.label, move === "" ? analysis.commentOnGame : analysis.commentOn(move));
    show(this.removeButton, text !== "");
    // What is typed stays as it is while the field has the focus.
    const isTyped = node === this.node && document.activeElement === this.field;
    this.node = node;
    if (!isTyped && this.field.value !== text) this.field.value = text;
  }
}
