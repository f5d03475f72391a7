import type { LucideIcon } from 'lucide-react'
import styles from './tile.module.css'

type TileProps = { icon: LucideIcon; title: string; note: string }

/** A way to another part; without `onOpen` it is disabled. */
export function Tile({ onOpen, ...face }: TileProps & { onOpen?: () => void }) {
  return (
    <button type="button" className={styles['tile']} disabled={onOpen === undefined} onClick={onOpen}>
      <TileContent {...face} />
    </button>
  )
}

/** A way out of the page, in a new browser tab. */
export function LinkTile({ href, ...face }: TileProps & { href: string }) {
  return (
    <a className={styles['tile']} href={href} target="_blank" rel="noopener">
      <TileContent {...face} />
    </a>
  )
}

function TileContent({ icon: Icon, title, note }: TileProps) {
  return (
    <>
      <Icon className={styles['icon']} size={22} aria-hidden="true" />
      <span className={styles['text']}>
        <span className={styles['title']}>{title}</span> <span className={styles['note']}>{note}</span>
      </span>
    </>
  )
}
