// error: main
