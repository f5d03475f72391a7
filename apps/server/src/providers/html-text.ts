import { decodeHTMLStrict } from 'entities'

export function toPlainText(html: string): string {
  return decodeHTMLStrict(html)
    .replace(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}

/** Returns an absolute https URL that is safe to link to; null for anything else. */
export function toHttpsLink(text: string | null | undefined): string | null {
  const link = (text ?? '').trim()
  return /^https:\/\/[^/]/i.test(link) && URL.canParse(link) ? link : null
}
