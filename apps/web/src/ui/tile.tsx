import type { LucideIcon } from 'lucide-react'
import styles from './tile.module.css'

type Face = { icon: LucideIcon; title: string; note: string }

/** A way to another part; without `onOpen` it is disabled. */
export function Tile({ onOpen, ...face }: Face & { onOpen?: () => void }) {
  return (
    <button type="button" className={styles['tile']} disabled={onOpen === undefined} onClick={onOpen}>
      <TileFace {...face} />
    </button>
  )
}

/** A way out of the page, in a new browser tab. */
export function LinkTile({ href, ...face }: Face & { href: string }) {
  return (
    <a className={styles['tile']} href={href} target="_blank" rel="noopener">
      <TileFace {...face} />
    </a>
  )
}

function TileFace({ icon: Icon, title, note }: Face) {
  return (
    <>
      <Icon className={styles['icon']} size={22} aria-hidden="true" />
      <span className={styles['text']}>
        <span className={styles['title']}>{title}</span> <span className={styles['note']}>{note}</span>
      </span>
    </>
  )
}
