import { constants } from 'node:fs';

/** Do not follow a link that somebody planted; Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Do not hang on a pipe in place of a file. */
const NO_BLOCK = constants.O_NONBLOCK ?? 0;

export const READ = constants.O_RDONLY | NO_FOLLOW | NO_BLOCK;
export const APPEND_OR_CREATE = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW | NO_BLOCK;
/** For appending after a look at the end of the file. */
export const APPEND_AND_READ = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW | NO_BLOCK;
export const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
export const OVERWRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW | NO_BLOCK;
/** For files of others that may be links, such as a repository's HEAD. */
export const READ_LINKED = constants.O_RDONLY | NO_BLOCK;
