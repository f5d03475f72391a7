import { serveTasks } from '../../../threads/task-thread.ts'
import { checkBackup } from './check-backup.ts'

// The program of the thread that restores a backup for a check, which writes as many rows as the site has.
serveTasks(checkBackup)
