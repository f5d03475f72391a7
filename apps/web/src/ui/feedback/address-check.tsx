import { whoCanOpen } from '@fieldhouse/domain/hosts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { siteQuery } from '../../api/operations.ts'
import { openShareSheet, useCopy } from '../../router/sharing.tsx'
import { Button } from '../forms/button.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import { Notice } from './feedback.tsx'

const WAYS: readonly { title: string; steps: readonly string[] }[] = [
  {
    title: 'On the same Wi-Fi',
    steps: [
      'Stop the server with Ctrl+C.',
      'Start it again with npm start -- --lan, or npx fieldhouse --lan.',
      'It prints a URL such as http://192.168.1.20:3000, and a QR code.',
      'Open that URL, sign in, and create the link there.',
      'Your friends open it on the same Wi-Fi. Elsewhere it does not work.',
    ],
  },
  {
    title: 'From anywhere, with a tunnel',
    steps: [
      'Install a tunnel, such as cloudflared.',
      'Point it at this server: cloudflared tunnel --url http://localhost:3000',
      'It prints an https URL that anybody can open.',
      'Start the server with PUBLIC_URL set to that URL, and TRUST_PROXY=loopback.',
      'Open the URL and create the link there. It works while the tunnel runs.',
    ],
  },
  {
    title: 'From anywhere, with your own domain',
    steps: [
      'Point a domain at your home or server, and forward ports 80 and 443 to it.',
      'Install Caddy, which gets the certificate for https by itself.',
      'Run it: caddy reverse-proxy --from league.example --to localhost:3000',
      'Start the server with PUBLIC_URL=https://league.example and TRUST_PROXY=loopback.',
      'Open that URL and create the link there. It works for good.',
    ],
  },
]

export function useLinkBase(): string {
  const { data } = useQuery(siteQuery)
  return data?.address ?? window.location.origin
}

export function AddressCheck() {
  const base = useLinkBase()
  const { isPending } = useQuery(siteQuery)
  const who = whoCanOpen(new URL(base).hostname)
  if (isPending || who === 'anybody') return null
  const isMachine = who === 'machine'
  return (
    <Notice tone="warn">
      <Stack gap={2}>
        <p className={ui.strong}>
          {isMachine ? `Only this computer can open ${base}.` : `Only your network can open ${base}.`}
        </p>
        <p>
          {isMachine
            ? 'On your friends’ phones, a link to it opens nothing. Three ways out:'
            : 'A link to it works in your home, not elsewhere. Two ways out:'}
        </p>
        {WAYS.slice(isMachine ? 0 : 1).map(({ title, steps }) => (
          <details key={title} className={ui.link}>
            <summary>{title}</summary>
            <ol className={ui.numbered}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </details>
        ))}
      </Stack>
    </Notice>
  )
}

type NewLinkProps = {
  noun: 'address' | 'link'
  url: string
  /** Of what is shared. */
  title: string
  /** Whether it was copied when it was created. */
  isCopied?: boolean
  note?: ReactNode
  others?: ReactNode
}

/** A link that is shown once. */
export function NewLink({ noun, url, title, isCopied = false, note, others }: NewLinkProps) {
  const { copied, copy } = useCopy(url)
  // The button that created it is gone.
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <Stack gap={3}>
      <p ref={message} tabIndex={-1} className={ui.strong}>
        Copy the {noun} now. It isn't shown again.
      </p>
      <p className={ui.box}>{url}</p>
      {note}
      {(copied ?? isCopied) ? <Notice tone="good">Copied.</Notice> : null}
      {copied === false ? <Notice tone="bad">Could not copy. Select the {noun} instead.</Notice> : null}
      <Row wraps>
        <Button variant="strong" onClick={copy}>
          Copy {noun}
        </Button>
        {'share' in navigator ? (
          <Button onClick={() => void openShareSheet({ title, url })}>Share</Button>
        ) : null}
        {others}
      </Row>
    </Stack>
  )
}
