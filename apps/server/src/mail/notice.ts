import { escapeHtml } from './escape-html.ts'
import type { Email } from './mailer.ts'

export function createNotice(to: string, subject: string, paragraphs: readonly string[]): Email {
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  return { to, subject, text: [...paragraphs, ''].join('\n\n'), html: htmlDocument(html) }
}

/** @param lines with everything escaped */
export function htmlDocument(lines: readonly string[]): string {
  return ['<!doctype html><html lang="en"><body>', ...lines, '</body></html>'].join('\n')
}
