// The programs that run on the graphics card. Positions are in inches of the table.

export const HEAD = `#version 300 es
precision highp float;
`;

const LIGHT = `
uniform highp sampler2DShadow shadows;
uniform sampler2D glow;
uniform mat4 toShadows;
uniform vec3 sun;
uniform vec2 table;
uniform float night;
uniform vec3 fogColour;
uniform vec2 fogRange;

float litAt(vec3 at, float facing) {
  if (facing <= 0.0) return 0.0;
  vec3 seen = (toShadows * vec4(at, 1.0)).xyz * 0.5 + 0.5;
  seen.z -= 0.0012;
#ifdef FAST
  return texture(shadows, seen);
#else
  float sum = texture(shadows, seen + vec3(0.0007, 0.0002, 0.0)) + texture(shadows, seen - vec3(0.0007, 0.0002, 0.0));
  return sum * 0.5;
#endif
}

vec3 lightAt(vec3 at, vec3 normal, vec2 baked) {
  float facing = dot(normal, sun);
  float lit = litAt(at, facing) * max(facing, 0.0);
  vec3 sky = mix(vec3(0.40, 0.38, 0.40), vec3(0.55, 0.57, 0.63), normal.z * 0.5 + 0.5);
  vec3 day = sky + vec3(0.92, 0.80, 0.60) * lit;
  vec3 dark = sky * vec3(0.30, 0.36, 0.52) + vec3(0.16, 0.19, 0.28) * lit;
  vec3 lantern = vec3(1.05, 0.66, 0.28) * baked.x * clamp(1.25 - at.z * 0.28, 0.0, 1.0);
  return mix(day, dark + lantern, night);
}

vec3 fogged(vec3 colour, float far) {
  return mix(colour, fogColour, smoothstep(fogRange.x, fogRange.y, far) * 0.85);
}
`;

export const SOLID_VERTEX = `${HEAD}
invariant gl_Position;
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 tile;
layout(location = 3) in vec3 colour;
uniform mat4 view;
out vec3 vPlace;
out vec3 vNormal;
out vec3 vTile;
out vec3 vColour;
out float vFar;
void main() {
  vPlace = place;
  vNormal = normal;
  vTile = tile;
  vColour = colour;
  gl_Position = view * vec4(place, 1.0);
  vFar = gl_Position.w;
}`;

// A simpler program for a machine without a graphics card.
export const fast = (program) => program.replace(HEAD, `${HEAD}#define FAST\n`);

export const SOLID_FRAGMENT = `${HEAD}
precision mediump sampler2DArray;
${LIGHT}
uniform sampler2DArray tiles;
uniform sampler2D overlay;
uniform float solidity;
in vec3 vPlace;
in vec3 vNormal;
in vec3 vTile;
in vec3 vColour;
in float vFar;
out vec4 made;
void main() {
  if (solidity < 1.0 && mod(gl_FragCoord.x + 2.0 * mod(gl_FragCoord.y, 2.0), 4.0) >= solidity * 4.0) discard;
  vec3 colour = texture(tiles, vTile).rgb * vColour;
  vec2 spot = vPlace.xy / table;
  vec3 baked = texture(glow, spot).rgb;
  vec3 light = lightAt(vPlace, vNormal, baked.rg);
  if (vNormal.z > 0.99) {
    if (vPlace.z < 0.3) light *= (1.0 - 0.5 * baked.y) * mix(vec3(1.06), vec3(0.70, 0.64, 0.54), baked.z);
    colour *= light;
    vec4 drawn = texture(overlay, spot);
    colour = mix(colour, drawn.rgb * mix(1.0, 0.8, night), drawn.a);
  } else colour *= light;
  made = vec4(fogged(colour, vFar), 1.0);
}`;

// Depth only: for the shadow map, and before each frame to find the visible surfaces.
export const SHADOW_VERTEX = `${HEAD}
invariant gl_Position;
layout(location = 0) in vec3 place;
uniform mat4 view;
void main() { gl_Position = view * vec4(place, 1.0); }`;

export const SHADOW_FRAGMENT = `${HEAD}
void main() {}`;

// Ink lines are strips with a width in inches, at least one pixel.
export const INK_VERTEX = `${HEAD}
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 other;
layout(location = 2) in vec2 shape;
uniform mat4 view;
uniform vec2 pixels;
uniform float scale;
out float vFar;
out float vStrength;
void main() {
  vec4 here = view * vec4(place, 1.0);
  vec4 there = view * vec4(other, 1.0);
  // The part behind the camera is cut off before the line is widened.
  float near = 0.2;
  if (here.w < near && there.w > near) here = mix(here, there, (near - here.w) / (there.w - here.w));
  else if (there.w < near && here.w > near) there = mix(there, here, (near - there.w) / (here.w - there.w));
  vFar = here.w;
  vec2 way = (there.xy / max(there.w, 0.05) - here.xy / max(here.w, 0.05)) * pixels;
  vec2 side = normalize(vec2(-way.y, way.x) + 1e-6);
  float wide = shape.y * scale / max(here.w, 0.05);
  vStrength = clamp(wide, 0.4, 1.0);
  here.xy += side * shape.x * clamp(wide, 0.8, 2.2) / pixels * here.w;
  here.z -= 0.0008 * here.w;
  gl_Position = here;
}`;

export const INK_FRAGMENT = `${HEAD}
uniform vec4 ink;
uniform vec2 fogRange;
in float vFar;
in float vStrength;
out vec4 made;
void main() {
  made = vec4(ink.rgb, ink.a * vStrength * (1.0 - smoothstep(fogRange.x, fogRange.y, vFar)));
}`;

// Standees and labels: pictures that face the camera, with hard edges.
export const CARD_VERTEX = `${HEAD}
layout(location = 0) in vec3 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec2 strength;
uniform mat4 view;
out vec3 vPlace;
out vec2 vUv;
out vec2 vStrength;
out float vFar;
void main() {
  vPlace = place;
  vUv = uv;
  vStrength = strength;
  gl_Position = view * vec4(place, 1.0);
  vFar = gl_Position.w;
}`;

export const CARD_FRAGMENT = `${HEAD}
${LIGHT}
uniform sampler2D atlas;
in vec3 vPlace;
in vec2 vUv;
in vec2 vStrength;
in float vFar;
out vec4 made;
void main() {
  vec4 drawn = texture(atlas, vUv);
  if (drawn.a < 0.45) discard;
  if (vStrength.x < 1.0 && mod(gl_FragCoord.x + gl_FragCoord.y, 2.0) >= 1.0 && vStrength.x < 0.8) discard;
  vec3 colour = drawn.rgb / drawn.a;
  vec2 baked = texture(glow, vPlace.xy / table).rg;
  vec3 light = mix(vec3(0.86, 0.84, 0.82) + vec3(0.16, 0.14, 0.1) * litAt(vPlace + vec3(0.0, 0.0, 0.1), 1.0),
    vec3(0.46, 0.5, 0.62) + vec3(0.6, 0.4, 0.2) * baked.x, night);
  made = vec4(fogged(colour * mix(light, vec3(1.0), vStrength.y), vFar), 1.0);
}`;

// Rays, selection rings and other marks, each in one flat colour.
export const MARK_VERTEX = `${HEAD}
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 colour;
uniform mat4 view;
out vec4 vColour;
void main() {
  vColour = colour;
  gl_Position = view * vec4(place, 1.0);
  gl_Position.z -= 0.0012 * gl_Position.w;
}`;

export const MARK_FRAGMENT = `${HEAD}
in vec4 vColour;
out vec4 made;
void main() { made = vColour; }`;
