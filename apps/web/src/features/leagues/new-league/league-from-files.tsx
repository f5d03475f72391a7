import { getFormErrorMessage, hasErrorCode } from '../../../api/api-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { useCreateLeague } from './use-new-league.ts'

type Props = {
  /** Where its seasons are, such as `Yahoo`. */
  platform: string
  onCreated: (league: string) => void
  onChange: () => void
}

/** Creates a league of a platform that is not read, whose seasons come as tables and files. */
export function LeagueFromFiles({ platform, onCreated, onChange }: Props) {
  const create = useCreateLeague()
  const form = useForm({
    initial: { name: '' },
    mutation: create,
    check: ({ name }) => ({ name: name.trim() === '' ? 'League name required.' : undefined }),
    toRequest: ({ name }) => ({ name: name.trim(), source: null }),
    clears: false,
    onSent: (_, { name }) => onCreated(name),
  })
  const name = form.field('name')
  const isTaken = hasErrorCode(create.error, 'league_name_taken')
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
        <ActionForm
          form={form}
          label="Create league"
          action="Create league"
          busy="Creating…"
          fallback={(error) => (isTaken ? null : getFormErrorMessage(error, 'Something went wrong.'))}
          others={<Button onClick={onChange}>Cancel</Button>}
          noValidate
        >
          <TextField
            {...name}
            label="League name"
            problem={isTaken ? create.error?.message : name.problem}
            hint="You can change it later."
            autoComplete="off"
          />
        </ActionForm>
      </Stack>
    </Card>
  )
}
