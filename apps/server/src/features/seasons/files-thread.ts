import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import type { SeasonRejection } from './season-file.ts'
import type { FilesTask, ReadFiles } from './seasons-from-files.ts'

/** For the largest files on a small computer. */
const TIMEOUT_MS = 120_000

/** Why files are rejected, without its class, which a thread cannot send. */
export type RejectedFiles = { rejection: Pick<SeasonRejection, 'reason' | 'message' | 'fields'> }

/** Reads and checks the files of uploads in another thread. */
export type FilesThread = TaskThread<FilesTask, ReadFiles | RejectedFiles>

export const filesThread = (): FilesThread =>
  taskThread(threadProgram('read-files-thread', import.meta.url), TIMEOUT_MS)
