import assert from "node:assert/strict";
import { timeText } from "../../src/read/Clock";
import { test } from "./case";

test("times are told in the words of a clock", () => {
  assert.equal(timeText(75), "1:15");
  assert.equal(timeText(3661), "1:01:01");
  assert.equal(timeText(90061), "1 d 1 h");
  assert.equal(timeText(-3), "0:00");
});
