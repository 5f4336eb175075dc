import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

// lightest to darkest: Mantine requires ten of each
const iris: MantineColorsTuple = [
  '#f2f2fd',
  '#e3e3fa',
  '#c8c8f4',
  '#aaaaed',
  '#8f8ee6',
  '#7473dd',
  '#5a58d0',
  '#4a48b8',
  '#3d3b99',
  '#2f2e78',
];
const gray: MantineColorsTuple = [
  '#f8f8fa',
  '#f1f1f4',
  '#e7e7ec',
  '#d7d7df',
  '#b8b8c4',
  '#8d8d9c',
  '#636373',
  '#4c4c5a',
  '#343440',
  '#1d1d26',
];
const dark: MantineColorsTuple = [
  '#dedee5',
  '#bcbcc8',
  '#9a9aa9',
  '#6c6c7c',
  '#3c3c48',
  '#31313b',
  '#25252d',
  '#1a1a20',
  '#141419',
  '#0e0e12',
];
const green: MantineColorsTuple = [
  '#edf8f1',
  '#d8f0e0',
  '#aedfc0',
  '#7fcb9c',
  '#57b87d',
  '#36a163',
  '#21854d',
  '#176c3d',
  '#12552f',
  '#0c3f23',
];
const orange: MantineColorsTuple = [
  '#fff3ec',
  '#ffe4d4',
  '#fdc6a4',
  '#f9a270',
  '#f28248',
  '#e0662a',
  '#c24f17',
  '#a03f10',
  '#80320c',
  '#5f2508',
];
const yellow: MantineColorsTuple = [
  '#fff8e3',
  '#fdefc3',
  '#fae08b',
  '#f5cf53',
  '#eabb26',
  '#c99b0e',
  '#9a7506',
  '#7c5d04',
  '#604803',
  '#453302',
];

const red: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97066',
  '#d92d20',
  '#b42318',
  '#912018',
  '#7a271a',
  '#55160c',
];

// the list of options scrolls itself: an enclosing scroll area would be a region that the keyboard cannot reach
const options = {
  defaultProps: { withScrollArea: false, comboboxProps: { shadow: 'md' } },
  styles: { options: { maxHeight: 300, overflowY: 'auto' } },
};

/** The visual language: spacing in steps of 4 px, one radius, five font sizes. */
export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  colors: { iris, gray, dark, green, orange, yellow, red },
  white: '#ffffff',
  black: '#1d1d26',
  fontFamily:
    "'Inter Variable', 'Hiragino Sans', 'Yu Gothic UI', 'Noto Sans CJK JP', 'Noto Sans JP', 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans CJK KR', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.5rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.3' },
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.5' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '8px', sm: '8px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // hints and counters stand below the field, and its error directly under it
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    // the common radius would make such a small box round
    Checkbox: { defaultProps: { radius: 4 } },
    // a popover hidden while its target is scrolled out of sight would stay open but lose the focus inside it; with a list of
    // options the focus stays in the field
    Popover: { defaultProps: { hideDetached: false } },
    Combobox: { defaultProps: { hideDetached: true } },
    Drawer: { defaultProps: { position: 'right', overlayProps: { backgroundOpacity: 0.35 } } },
    Select: options,
    MultiSelect: options,
  },
});

/** Colours by purpose; components name these, never a shade. Every text colour has 4.5:1 on its background. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#636373',
    '--mantine-color-placeholder': '#747484',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#d7d7df',
    '--kw-ground': '#f6f6f9',
    '--kw-surface': '#ffffff',
    '--kw-raised': '#ffffff',
    '--kw-hover': '#f3f3f7',
    '--kw-selected': '#ededfb',
    '--kw-line': '#e5e5eb',
    '--kw-text': '#1d1d26',
    '--kw-dimmed': '#636373',
    '--kw-brand': '#4a48b8',
    '--kw-success': '#176c3d',
    '--kw-success-ground': '#edf8f1',
    '--kw-failure': '#a03f10',
    '--kw-failure-ground': '#fff3ec',
    '--kw-warning': '#7c5d04',
    '--kw-warning-ground': '#fff8e3',
    '--kw-shadow': '0 1px 2px rgb(29 29 38 / 6%), 0 8px 24px rgb(29 29 38 / 8%)',
  },
  dark: {
    '--mantine-color-body': '#1a1a20',
    '--mantine-color-dimmed': '#a2a2b1',
    '--mantine-color-placeholder': '#8f8f9e',
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-anchor': '#aaaaed',
    '--kw-ground': '#131317',
    '--kw-surface': '#1a1a20',
    '--kw-raised': '#212128',
    '--kw-hover': '#222229',
    '--kw-selected': '#2a2a45',
    '--kw-line': '#2e2e38',
    '--kw-text': '#ececf1',
    '--kw-dimmed': '#a2a2b1',
    '--kw-brand': '#aaaaed',
    '--kw-success': '#7fcb9c',
    '--kw-success-ground': '#15271c',
    '--kw-failure': '#f9a270',
    '--kw-failure-ground': '#2e1c11',
    '--kw-warning': '#f5cf53',
    '--kw-warning-ground': '#2b230c',
    '--kw-shadow': '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 40%)',
  },
});
