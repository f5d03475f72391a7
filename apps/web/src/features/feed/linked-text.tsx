import Linkify from 'linkify-react'
import type { Opts } from 'linkifyjs'

/** Names such as `week.one` are no addresses: one begins as addresses do, or is an email's. */
const LINKIFY_OPTIONS: Opts = {
  defaultProtocol: 'https',
  rel: 'noopener nofollow ugc',
  target: '_blank',
  validate: (text: string, type: string) => type === 'email' || /^(?:https?:\/\/|www\.)/i.test(text),
}

/** What a member wrote: text, in which only addresses are more than text. */
export function LinkedText({ children }: { children: string }) {
  return <Linkify options={LINKIFY_OPTIONS}>{children}</Linkify>
}
