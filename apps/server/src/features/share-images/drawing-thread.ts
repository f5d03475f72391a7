import { parentPort } from 'node:worker_threads'
import type { ShareFormat, ShareTheme } from '@fieldhouse/contract/share-images'
import { PALETTES } from '../../drawing/palette.ts'
import { renderPng } from '../../drawing/render-png.ts'
import { type CardContent, drawCard } from './draw-card.ts'

export type CardStyle = {
  format: ShareFormat
  theme: ShareTheme
  /** The league's name. */
  league: string
}

export type DrawRequest = {
  content: CardContent
  style: CardStyle
  /** The logos that could be read, by their paths. */
  logos: ReadonlyMap<string, Uint8Array>
}

export type DrawResponse = { png: Uint8Array } | { error: unknown }

// The program of the thread that draws cards: laying out text takes up to a tenth of a second.
parentPort?.on('message', ({ content, style: { format, theme, league }, logos }: DrawRequest) => {
  const respond = (response: DrawResponse) => parentPort?.postMessage(response, [])
  const draw = async () => renderPng(drawCard({ format, palette: PALETTES[theme], league, logos }, content))
  draw().then(
    (png) => respond({ png }),
    (error: unknown) => respond({ error }),
  )
})
