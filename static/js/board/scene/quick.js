// The town while the camera moves on a machine without a graphics card: as much as possible is computed for each corner
// or each triangle instead of each pixel, so colours do not fade within a triangle.
import { HEAD } from "./shaders.js";

const corners = (extra, more) => `${HEAD}
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 tile;
layout(location = 3) in vec3 colour;
uniform mat4 view;
uniform mat4 toShadows;
uniform sampler2D glow;
uniform vec3 sun;
uniform vec2 table;
uniform float night;
uniform vec2 fogRange;
flat out vec3 vShade;
flat out vec3 vSun;
flat out float vLayer;
out vec2 vTile;
out vec3 vSeen;
${extra}
void main() {
  gl_Position = view * vec4(place, 1.0);
  vTile = tile.xy;
  vLayer = tile.z;
  vSeen = (toShadows * vec4(place, 1.0)).xyz * 0.5 + vec3(0.5, 0.5, 0.4988);
  float fog = smoothstep(fogRange.x, fogRange.y, gl_Position.w) * 0.85;
  vec3 sky = mix(vec3(0.40, 0.38, 0.40), vec3(0.55, 0.57, 0.63), normal.z * 0.5 + 0.5);
  vShade = colour * sky * mix(vec3(1.0), vec3(0.30, 0.36, 0.52), night);
  vSun = colour * mix(vec3(0.92, 0.80, 0.60), vec3(0.16, 0.19, 0.28), night) * max(dot(normal, sun), 0.0);
${more}
}`;

const pixels = (extra, main) => `${HEAD}
precision mediump sampler2DArray;
uniform highp sampler2DShadow shadows;
uniform sampler2DArray tiles;
uniform vec3 fogColour;
flat in vec3 vShade;
flat in vec3 vSun;
flat in float vLayer;
in vec2 vTile;
in vec3 vSeen;
${extra}
out vec4 made;
void main() {
  vec3 light = vShade + vSun * texture(shadows, vSeen);
  vec3 colour = texture(tiles, vec3(vTile, vLayer)).rgb;
${main}
}`;

export const WALL_VERTEX = corners(
  "out vec2 vFog;",
  `  float lantern = night > 0.0 ? textureLod(glow, place.xy / table, 0.0).x : 0.0;
  vFog = vec2(fog, lantern * clamp(1.25 - place.z * 0.28, 0.0, 1.0));`,
);

export const WALL_FRAGMENT = pixels(
  "in vec2 vFog;",
  "  made = vec4(mix(colour * (light + vec3(1.05, 0.66, 0.28) * vFog.y * 0.6), fogColour, vFog.x), 1.0);",
);

export const GROUND_VERTEX = corners("out vec4 vSpot;", `  vSpot = vec4(place.xy / table, place.z, fog);`);

export const GROUND_FRAGMENT = pixels(
  `uniform sampler2D overlay;
uniform sampler2D glow;
uniform float night;
in vec4 vSpot;`,
  `  vec3 baked = texture(glow, vSpot.xy).rgb;
  light += vec3(1.05, 0.66, 0.28) * baked.x * night * clamp(1.25 - vSpot.z * 0.28, 0.0, 1.0);
  if (vSpot.z < 0.3) light *= (1.0 - 0.5 * baked.y) * mix(vec3(1.06), vec3(0.70, 0.64, 0.54), baked.z);
  vec4 drawn = texture(overlay, vSpot.xy);
  colour = mix(colour * light, drawn.rgb * mix(1.0, 0.8, night), drawn.a);
  made = vec4(mix(colour, fogColour, vSpot.w), 1.0);`,
);
