import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { formatDateTime } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useCopy } from '../../../ui/overlays/use-copy.ts'
import ui from '../../../ui/ui.module.css'
import styles from '../admin.module.css'
import { useCreateResetLink } from '../use-admin.ts'

type Props = { username: string; name: string }

/** Creates a link with which a user sets a new password, for sites without email, and shows it once. */
export function ResetLink({ username, name }: Props) {
  const create = useCreateResetLink()
  return (
    <>
      <Button
        aria-label={`Reset link for ${username}`}
        disabled={create.isPending}
        onClick={() => create.mutate(username)}
      >
        {create.isPending ? 'Creating…' : 'Reset link'}
      </Button>
      <ErrorNotice error={create.error} fallback="Failed" />
      {create.data === undefined ? null : (
        <CreatedLink
          username={username}
          name={name}
          link={create.data.link}
          expiresAt={create.data.expires_at}
          onDone={() => create.reset()}
        />
      )}
    </>
  )
}

type CreatedLinkProps = Props & { link: string; expiresAt: string; onDone: () => void }

function CreatedLink({ username, name, link, expiresAt, onDone }: CreatedLinkProps) {
  const { copied, copy } = useCopy(link)

  return (
    <section className={`${ui.stack8} ${styles.line}`} aria-label={`Reset link for ${username}`}>
      <p className={ui.strong}>Give this link to {name} in private. It isn't shown again.</p>
      <p className={ui.breakable}>{link}</p>
      <p className={ui.note}>Works once, until {formatDateTime(new Date(expiresAt))}.</p>
      {copied === true ? <Notice tone="good">Copied.</Notice> : null}
      {copied === false ? <Notice tone="bad">Could not copy. Select the link instead.</Notice> : null}
      <div className={ui.row}>
        <Button variant="strong" onClick={copy}>
          Copy link
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </section>
  )
}
