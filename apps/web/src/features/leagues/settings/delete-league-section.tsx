import { type MouseEvent, type SubmitEvent, useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../league-forms.module.css'
import { archiveUrl, useDeleteLeague, useDownloadArchive } from './use-league-settings.ts'

type Props = { league: string; canManage: boolean; onDeleted: () => void }

/** Downloads the league archive and deletes the league. */
export function DeleteLeagueSection({ league, canManage, onDeleted }: Props) {
  const [name, setName] = useState('')
  const remove = useDeleteLeague(league)
  const download = useDownloadArchive(league)
  if (!canManage || league === '')
    return <EmptyState>Only league admins can export or delete the league.</EmptyState>

  /** The browser shows the response of a link as it is, so the page asks first for what the download needs. */
  function startDownload(event: MouseEvent) {
    event.preventDefault()
    download.mutate()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name !== league || remove.isPending) return
    remove.mutate(name, { onSuccess: onDeleted })
  }

  return (
    <div className={ui.stack16}>
      <p>
        The archive contains all data of {league}: seasons, picks, the feed, pictures and CSV files for
        spreadsheets. It doesn't include passwords or cookies.
      </p>
      <ErrorNotice error={download.error} fallback="Failed to download the archive." />
      <a className={styles.link} href={archiveUrl(league)} download onClick={startDownload}>
        Download the {league} archive
      </a>
      <form className={ui.subsection} onSubmit={submit} aria-label="Delete league">
        <h3>Delete {league}</h3>
        <p>Permanently deletes the league for everyone. Download a backup first.</p>
        <TextField
          label={`Type “${league}” to confirm`}
          value={name}
          onChange={setName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={styles.footer}>
          <ErrorNotice error={remove.error} fallback="Failed" />
          <Button type="submit" disabled={name !== league || remove.isPending}>
            {remove.isPending ? 'Deleting…' : 'Delete permanently'}
          </Button>
        </div>
      </form>
    </div>
  )
}
