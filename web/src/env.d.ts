interface ImportMetaEnv {
  /** The version of the server that the page was built for; empty while it is developed. */
  readonly CROSSFELT_VERSION: string;
}
