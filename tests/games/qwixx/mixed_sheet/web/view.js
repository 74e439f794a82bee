// The sheet comes with the game; how it is drawn is what Qwixx brings.
export { default } from "../qwixx/view.js";
