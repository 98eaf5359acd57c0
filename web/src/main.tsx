// The way in: the language first, then the page, whose texts are in it.
import { loadTongue } from "./tongue";
import "./style.css";

void loadTongue().catch(() => undefined).then(() => import("./App")).then((page) => page.start());
