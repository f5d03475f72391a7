import type { LucideIcon } from 'lucide-react'
import ui from '../ui.module.css'
import styles from './layout.module.css'
import { Stack, Text } from './layout.tsx'

type TileProps = { icon: LucideIcon; title: string; note: string }

/** A tile that opens another part of the app; disabled without `onOpen`. */
export function Tile({ onOpen, ...content }: TileProps & { onOpen?: () => void }) {
  return (
    <button
      type="button"
      className={`${ui.pressable} ${ui.frame} ${ui.opens} ${styles.tile}`}
      disabled={onOpen === undefined}
      onClick={onOpen}
    >
      <TileContent {...content} />
    </button>
  )
}

export function LinkTile({ href, ...content }: TileProps & { href: string }) {
  return (
    <a
      className={`${ui.pressable} ${ui.frame} ${ui.opens} ${styles.tile}`}
      href={href}
      target="_blank"
      rel="noopener"
    >
      <TileContent {...content} />
    </a>
  )
}

function TileContent({ icon: Icon, title, note }: TileProps) {
  return (
    <>
      <Icon className={styles.icon} size={22} aria-hidden="true" />
      <Stack as="span" gap={0}>
        <Text weight={700} isTitle>
          {title}
        </Text>{' '}
        <span className={ui.note}>{note}</span>
      </Stack>
    </>
  )
}
