import type { ReactNode } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import styles from '../leagues.module.css'
import { FindLeague } from './find-league.tsx'
import { SetUpLeague } from './set-up-league.tsx'

type Props = {
  /** The league that has been created; null before. */
  league: string | null
  username: string
  /** The league or the user to look for; null before it is entered. */
  entry: string | null
  onFind: (entry: string | null) => void
  onCreated: (league: string) => void
  onOpenLeague: () => void
  onOpenAdmin: () => void
  /** How to invite the members, once the league is there. */
  invite: ReactNode
  /** How to upload seasons to the league. */
  upload: ReactNode
}

/** Sets up a league step by step. The address and the server know how far it is, so it can be left and resumed. */
export function NewLeagueScreen({ league, entry, onFind, onCreated, ...props }: Props) {
  return (
    <Stack gap={5} className={styles.page}>
      <h1>New league</h1>
      {league === null ? (
        <FindLeague entry={entry} onFind={onFind} onOpenAdmin={props.onOpenAdmin} onCreated={onCreated} />
      ) : (
        <SetUpLeague key={league} league={league} {...props} />
      )}
    </Stack>
  )
}
