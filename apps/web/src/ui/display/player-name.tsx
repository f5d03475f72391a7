import { playerPageUrl } from '@fieldhouse/domain/nfl/player'
import { Fragment } from 'react'
import styles from './player-name.module.css'

type Props = {
  /** null for an empty slot. */
  player: string | null
  espnId: number | null
  nflTeam: string | null
}

/** A player's name, linked to their ESPN page if there is one. */
export function PlayerName({ player, espnId, nflTeam }: Props) {
  if (player === null) return <span className={styles.empty}>Empty</span>
  const url = playerPageUrl(espnId, nflTeam)
  if (url === null) return <span className={styles.name}>{renderWords(player)}</span>
  return (
    <a className={styles.name} href={url} target="_blank" rel="noopener noreferrer">
      {renderWords(player)}
    </a>
  )
}

/**
 * Wraps each word, so that a word longer than the line is truncated instead of broken in the middle. A
 * hyphenated word breaks at the hyphen.
 */
function renderWords(player: string) {
  return player.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a name are identified only by their position
    <Fragment key={index}>
      {index === 0 ? '' : ' '}
      {word.includes('-') ? word : <span className={styles.word}>{word}</span>}
    </Fragment>
  ))
}
