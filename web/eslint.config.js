import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["src/lib/generated/", "tests/draws.ts"] },
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-non-null-assertion": "off", // noUncheckedIndexedAccess asks for them where an index is known to be good
      "@typescript-eslint/no-empty-function": "off", // a promise that may fail, a function that is given later
      "@typescript-eslint/no-dynamic-delete": "off", // options are records
      "svelte/no-unused-svelte-ignore": "off", // does not know that a reason may follow; svelte-check finds what needs one
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  { files: ["tests/**"], rules: { "@typescript-eslint/no-extraneous-class": "off" } }, // fakes
);
