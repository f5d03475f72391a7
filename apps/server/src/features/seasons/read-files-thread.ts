import { setValidationMessages } from '../../http/requests/validation-messages.ts'
import { serveTasks } from '../../threads/task-thread.ts'
import { SeasonRejection } from './season-file.ts'
import { type FilesTask, type ReadSeason, type RejectedFiles, readFiles } from './seasons-from-files.ts'

setValidationMessages()

// The program of the thread that reads the files of uploads: parsing and checking a large one takes seconds.
serveTasks(async (task: FilesTask): Promise<ReadSeason[] | RejectedFiles> => {
  try {
    return await readFiles(task)
  } catch (error) {
    if (!(error instanceof SeasonRejection)) throw error
    const { reason, message, fields } = error
    return { rejection: { reason, message, fields } }
  }
})
