import { type SubmitEvent, useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './league-forms.module.css'
import { archiveAddress, useDeleteLeague } from './use-league-settings.ts'

type Props = { league: string; canRun: boolean; onDeleted: () => void }

/** Takes a league away as a file, and then for good. */
export function DeleteLeagueSection({ league, canRun, onDeleted }: Props) {
  const [name, setName] = useState('')
  const remove = useDeleteLeague(league)
  if (!canRun || league === '') return <Empty>Only an admin of a league exports or deletes it.</Empty>

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (name !== league || remove.isPending) return
    remove.mutate(name, { onSuccess: onDeleted })
  }

  return (
    <div className={styles['section']}>
      <p>
        The archive holds everything of {league}: seasons, picks, the feed, pictures, and tables for
        spreadsheets. Passwords and cookies are not in it.
      </p>
      <a className={styles['link']} href={archiveAddress(league)} download>
        Download the archive of {league}
      </a>
      <form className={styles['apart']} onSubmit={send} aria-label="Delete the league">
        <h3>Delete {league}</h3>
        <p>
          Everything of it goes, for everybody, and nothing brings it back but an archive. Download one first.
        </p>
        <TextField
          label={`Type “${league}” to delete it`}
          value={name}
          onChange={setName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={styles['end']}>
          {remove.isError ? <Notice tone="bad">{messageOf(remove.error, 'Failed')}</Notice> : null}
          <Button type="submit" disabled={name !== league || remove.isPending}>
            {remove.isPending ? 'Deleting…' : 'Delete for good'}
          </Button>
        </div>
      </form>
    </div>
  )
}
