import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { LeagueNameForm } from './league-name-form.tsx'

type Props = {
  /** Where its seasons are, such as `Yahoo`. */
  platform: string
  onCreated: (league: string) => void
  onChange: () => void
}

/** Creates a league of a platform that is not read, whose seasons come as tables and files. */
export function LeagueFromFiles({ platform, onCreated, onChange }: Props) {
  return (
    <Card title={`A league from ${platform}`}>
      <Stack gap={4}>
        <p>
          Fieldhouse can't read {platform}, so you bring the seasons yourself. Standings and weekly scores are
          enough for history, records and head-to-head.
        </p>
        <ol className={`${ui.stack8} ${styles.instructions}`}>
          <li>Create the league here, with its name only.</li>
          <li>Copy a table of {platform}, such as the standings of a season, and paste it.</li>
          <li>Or upload CSV or league files, with drafts, transactions and lineups if you have them.</li>
        </ol>
        <LeagueNameForm source={null} cancelLabel="Cancel" onCreated={onCreated} onCancel={onChange} />
      </Stack>
    </Card>
  )
}
