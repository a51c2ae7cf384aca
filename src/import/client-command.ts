/** Commands that the client carries out by itself, of several years. All others are skills and the owner's own, which the model gets. */
const OWN =
  /^\/(?:add-dir|agents|allowed-tools|bashes|bug|clear|color|compact|config|context|continue|copy|cost|desktop|diff|doctor|effort|exit|export|extra-usage|fast|feedback|fork|branch|help|hooks|ide|install-github-app|install-slack-app|keybindings|login|logout|mcp|memory|migrate-installer|mobile|model|output-style|passes|permissions|plan|plugin|plugins|privacy-settings|quit|rate-limit-options|release-notes|reload-plugins|remote-control|remote-env|rename|resume|rewind|sandbox|settings|skills|stats|status|statusline|stickers|tag|tasks|terminal-setup|theme|todos|upgrade|usage|vim)(?=\s|$)/;

/** Whether what was typed is a command of the client, such as `/clear`. */
export function isClientCommand(text: string): boolean {
  return OWN.test(text);
}
