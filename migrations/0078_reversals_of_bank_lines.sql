-- Bank lines tell whether the bank called them a reversal, so that they can be decided again; older lines do not know.
ALTER TABLE `bank_lines` ADD `is_reversal` integer;