declare module "*.toml" {
  // biome-ignore lint: the shape is the game's own
  const parts: any;
  export default parts;
}
