// The scripts of a roster for its owner, as one file.
import "../fragments.js";
import "./rows.js";
import "./kit.js";
import "./arrange.js";
