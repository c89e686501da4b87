/** What is to be remembered, not looked up: all that says which card was where. */
export default ["you-draw", "lays", "shows-four", "accuses", "raiser", "finding"];
