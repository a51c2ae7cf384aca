const root = document.documentElement;
const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Makes the header's button switch the theme. Switching back to the system's theme follows the system again. */
export function listenForTheme(): void {
  const button = document.querySelector('[data-theme-switch]');
  if (!button) return;
  const label = () => button.setAttribute('aria-label', `Switch to the ${shown() === 'dark' ? 'light' : 'dark'} theme`);
  button.addEventListener('click', () => {
    choose(shown() === 'dark' ? 'light' : 'dark');
    label();
  });
  systemDark.addEventListener('change', label);
  label();
}

function shown(): string {
  return root.getAttribute('data-theme') ?? system();
}

function system(): string {
  return systemDark.matches ? 'dark' : 'light';
}

function choose(theme: string): void {
  if (theme === system()) {
    root.removeAttribute('data-theme');
    localStorage.removeItem('theme');
  } else {
    root.setAttribute('data-theme', theme);
    localStorage.setItem('theme', theme);
  }
}
