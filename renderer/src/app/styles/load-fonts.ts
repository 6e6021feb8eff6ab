/** Fonts of all words and figures. Chinese comes in slices that load when a word needs them. */
const FONTS = ['13px "Inter Variable"', '13px "JetBrains Mono Variable"']

/** Loads the fonts of the window. A chart drawn before would keep the widths and the look of another font. Never rejects. */
export async function loadFonts(): Promise<void> {
  await Promise.allSettled(FONTS.map((font) => document.fonts.load(font)))
}
