// Before every test file: where modules are, and the little of a browser that they need.

import { register } from "node:module";
import { install } from "./dom.mjs";

register("./resolve.mjs", import.meta.url);
install();
