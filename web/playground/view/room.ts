// The room that the stage has. It is measured when the stage changes, not when it is drawn: to measure is to lay out the page.

export class Room {
  across = 0;
  down = 0;
  /** Of the ruler beside a picture. */
  rule = 0;
  /** The result is below what it is made of. */
  isNarrow = false;
  #stage;

  constructor(stage: HTMLElement) {
    this.#stage = stage;
    this.measure();
  }

  /** @returns whether it has changed */
  measure() {
    const before = `${this.across} ${this.down}`;
    const style = getComputedStyle(this.#stage);
    this.across = this.#stage.clientWidth - 2 * Number.parseFloat(style.paddingLeft);
    this.down = this.#stage.clientHeight;
    this.rule = Number.parseFloat(style.getPropertyValue('--rule'));
    this.isNarrow = this.across < 560;
    return before !== `${this.across} ${this.down}`;
  }
}
