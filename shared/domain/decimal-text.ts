/** Decimal numbers as text, with a type of their own: an amount in a message cannot pass as ordinary text. */
declare const decimalText: unique symbol

/** A decimal number as plain text ("-0.00000012"), never with an exponent; how a `Decimal` crosses a wire. */
export type DecimalText = string & { readonly [decimalText]: true }

/** Any other text: a name, or text of the venue. */
export type PlainText = string & { readonly [decimalText]?: never }
