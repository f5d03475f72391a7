import type { ReactNode } from 'react'
import { Row, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import { Headshot } from './avatar.tsx'
import styles from './display.module.css'
import { PlayerName } from './player.tsx'

type Props = {
  player: { espn_id: number | null; player: string | null; nfl_team: string | null }
  status: ReactNode
  /** Without points, the line has only the name. */
  points?: ReactNode
  expected?: ReactNode
  /** How the points stand out: of the player who has more than the one beside, or whose game is to come. */
  emphasis?: 'strong' | 'quiet' | undefined
  /** Whether the player's team is about to score. `status` says so in words. */
  isRedZone?: boolean
  isMirrored?: boolean
}

/** In a container narrower than 540 pixels, the first name is an initial. */
export function PlayerRow({
  player,
  status,
  points,
  expected,
  emphasis,
  isRedZone = false,
  isMirrored = false,
}: Props) {
  const { player: name, espn_id: espnId, nfl_team: nflTeam } = player
  return (
    <div className={styles.row} data-mirrored={isMirrored || undefined}>
      {name === null ? (
        <span className={styles.nobody} />
      ) : (
        <span className={styles.face} data-red-zone={isRedZone || undefined}>
          <Headshot player={name} espnId={espnId} nflTeam={nflTeam} />
        </span>
      )}
      <div>
        <Row gap={1} align="baseline" isSpread className={styles.playerRowLine}>
          <span className={`${ui.oneLine} ${styles.playerRowName}`}>
            <PlayerName player={name} espnId={espnId} isShort />{' '}
            <span className={styles.team}>{nflTeam}</span>
          </span>
          <Text
            size="l"
            weight={emphasis === 'strong' ? 700 : undefined}
            tone={emphasis === 'quiet' ? 'muted' : undefined}
            isNumeric
          >
            {points}
          </Text>
        </Row>
        <Row gap={1} align="baseline" isSpread className={styles.playerRowLine}>
          <span className={styles.status}>{status}</span>
          <span className={styles.expected}>{expected}</span>
        </Row>
      </div>
    </div>
  )
}
