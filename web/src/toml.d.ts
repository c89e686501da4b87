declare module "*.toml" {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape is the game's own
  const parts: any;
  export default parts;
}
