/** Decimal numbers as text, told apart from other text: an amount in a message is never a mere word of it. */
declare const decimalText: unique symbol

/** A decimal number as plain text ("-0.00000012"), never with an exponent; how a `Decimal` crosses a wire. */
export type DecimalText = string & { readonly [decimalText]: true }

/** Any other text: a name, or words of the venue. */
export type PlainText = string & { readonly [decimalText]?: never }
