import Linkify from 'linkify-react'
import type { Opts } from 'linkifyjs'

/** Links email addresses and texts that start like a URL, but not names such as `week.one`. */
const LINKIFY_OPTIONS: Opts = {
  defaultProtocol: 'https',
  rel: 'noopener nofollow ugc',
  target: '_blank',
  validate: (text: string, type: string) => type === 'email' || /^(?:https?:\/\/|www\.)/i.test(text),
}

/** Text by a member with URLs and email addresses as links. Everything else stays plain text. */
export function LinkedText({ children }: { children: string }) {
  return <Linkify options={LINKIFY_OPTIONS}>{children}</Linkify>
}
